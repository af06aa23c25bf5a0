"""What is sent to the API and what it answers, as models; OpenAPI is made from them."""
