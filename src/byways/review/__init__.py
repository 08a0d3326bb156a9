"""Review a finished game: what each seat could have done, given what it knew, and what that would have been worth."""
