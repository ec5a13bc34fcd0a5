import CassetteCommands

CassetteCommands.main()
