import ArgumentParser
import LatchkeyServer

@main
struct Main: AsyncParsableCommand {}
