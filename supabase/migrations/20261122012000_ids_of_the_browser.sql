-- What a person adds carries an id that the browser made: sent again after a lost answer, it is refused with 23505 instead of
-- stored twice. Invoices and study requests had theirs from the beginning.
grant insert (id) on public.medical_notes, public.studies, public.citas, public.services to authenticated;

-- A study that was stored, whose answer was lost, and that somebody has deleted since stays deleted: its archived copy holds
-- the id.
create function private.refuse_deleted_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and exists (select from private.deleted_studies d where d.id = new.id) then
    raise exception using errcode = '23514', message = 'Este estudio ya fue eliminado.';
  end if;
  return new;
end
$$;
revoke all on function private.refuse_deleted_study() from public, anon, authenticated, service_role;
create trigger studies_b_deleted before insert on public.studies
  for each row execute function private.refuse_deleted_study();
