"""What several tests share: servers, tables, people in browsers, references to compare with."""
