"""The rules proved: each rule by name, whole games by chance, counts by a second opinion."""
