import Cassette
