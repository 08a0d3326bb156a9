"""The interfaces for programs: a JSON API, and websockets that speak the line protocol."""
