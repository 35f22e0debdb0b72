-- Columns that the tenant inserts are granted one by one; the client writes a column's default itself.
grant insert (version) on member to tenant;
