-- Beside a request: whether it has an appointment that was neither cancelled nor missed, also with a doctor whose appointments
-- the reader does not see. For staff; null for everybody else.
create function public.has_appointment(request public.study_requests) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.is_doctor() then private.is_booked(request.id) end;
end
$$;

revoke all on function public.has_appointment(public.study_requests) from public, anon, authenticated, service_role;
grant execute on function public.has_appointment(public.study_requests) to authenticated;
notify pgrst, 'reload schema';
