# One step of Ruby's vcr with webmock and Net::HTTP, in a process of its own.
#
#   vcr_step.rb start|live|record|replay|first NUMBER CASSETTE ORIGIN
require "net/http"
require "vcr"
require "webmock"

step, count, cassette, origin = ARGV[0], Integer(ARGV[1]), ARGV[2], URI(ARGV[3])
numbers = { "start" => 0...0, "first" => 0...1 }.fetch(step, 0...count)

VCR.configure do |config|
  config.cassette_library_dir = File.dirname(cassette)
  config.hook_into :webmock
end

total = checksum = 0
send_all = lambda do
  Net::HTTP.start(origin.host, origin.port) do |http|
    numbers.each do |number|
      target = "/v2/projects/p#{number % 17}/issues/#{number}?fields=all"
      body = http.get(target, "Accept" => "application/json").body
      total += body.bytesize
      [0, -1, body.bytesize / 2].each do |place|
        checksum = (checksum * 31 + body.getbyte(place)) & 0xFFFFFFFF
      end
    end
  end
end

if step == "live"
  VCR.turn_off!
  WebMock.disable!
  send_all.call
elsif step != "start"
  name = File.basename(cassette, ".yml")
  VCR.use_cassette(name, record: step == "record" ? :once : :none) { send_all.call }
end
puts "#{numbers.size} #{total} #{checksum}"
