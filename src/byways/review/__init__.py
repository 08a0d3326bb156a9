"""Review a finished game: what each seat could have done, by what it knew, and what that would have been worth."""
