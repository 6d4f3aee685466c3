/// What the app uses of the desktop that it runs on, beside where secrets are.
enum Desktop {}
