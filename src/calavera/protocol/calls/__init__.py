"""What HTTP calls answer, beyond tables: values with their JSON."""
