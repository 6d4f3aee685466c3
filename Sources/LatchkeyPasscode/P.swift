public struct PasscodePlaceholder {}
