import Crypto
import GRDB
import Hummingbird
import Mustache
