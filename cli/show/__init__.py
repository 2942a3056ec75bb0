"""What people read: data in, text out. Nothing in here prints."""
