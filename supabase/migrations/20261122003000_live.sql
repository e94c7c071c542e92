-- The tables that screens watch live. Subscribers receive the rows that they may read.
alter publication supabase_realtime
  add table public.study_requests, public.citas, public.studies, public.medical_notes, public.invoices,
    public.study_shares;

-- A hosted project's PostgREST reads the schema anew.
notify pgrst, 'reload schema';
