"""How programs act for accounts: the keys that open the API, and the accounts that programs play by."""
