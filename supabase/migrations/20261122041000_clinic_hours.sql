-- When the clinic and its doctors work (docs/product/appointments.md). Nobody but the functions of 20261122041300 writes here.

-- Half hours, as the grid of appointments has them.
create function private.hours_fit(opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if extract(epoch from opens) % 1800 <> 0 or extract(epoch from closes) % 1800 <> 0 then
    raise exception using errcode = 'PT400', message = 'Usa horas en punto o y media.';
  end if;
  return true;
end
$$;

create function private.window_fits(opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if closes <= opens then
    raise exception using errcode = 'PT400', message = 'La hora de cierre debe ser posterior.';
  end if;
  return private.hours_fit(opens, closes);
end
$$;

-- An opening has the same hours on each of its days; a closure is one stretch, which may go over midnight.
create function private.closure_fits(kind text, first_day date, last_day date, opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  perform private.day_fits(first_day, 'Desde'), private.day_fits(last_day, 'Hasta');
  if last_day < first_day then
    raise exception using errcode = 'PT400', message = 'La fecha final debe ser igual o posterior.';
  end if;
  if last_day - first_day >= 366 then
    raise exception using errcode = 'PT400', message = 'Elige como máximo 366 días.';
  end if;
  if kind = 'apertura' or first_day = last_day then
    return private.window_fits(coalesce(opens, time '00:00'), coalesce(closes, time '24:00'));
  end if;
  return private.hours_fit(opens, closes);
end
$$;

-- The week, of the clinic (without a doctor) and of doctors who have one of their own.
create table public.clinic_hours (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid references public.profiles on delete cascade,
  weekday smallint not null,
  opens time(0) not null,
  closes time(0) not null,
  constraint clinic_hours_weekday_known check (weekday between 1 and 7),
  constraint clinic_hours_window_fits check (private.window_fits(opens, closes)),
  constraint clinic_hours_window_once unique nulls not distinct (doctor_id, weekday, opens)
);

create table public.clinic_closures (
  id uuid primary key,
  doctor_id uuid references public.profiles on delete cascade,
  kind text not null,
  first_day date not null,
  last_day date not null,
  opens time(0),
  closes time(0),
  label text,
  created_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint clinic_closures_kind_known check (
    case kind
      when 'cierre' then doctor_id is null
      when 'ausencia' then doctor_id is not null
      when 'apertura' then opens is not null and closes is not null
      else false
    end
  ),
  constraint clinic_closures_closure_fits check (private.closure_fits(kind, first_day, last_day, opens, closes)),
  constraint clinic_closures_label_fits check (private.fits(label, 'Motivo', 100))
);
create index clinic_closures_doctor_id_idx on public.clinic_closures (doctor_id, last_day);
create index clinic_closures_created_by_idx on public.clinic_closures (created_by);

alter table public.clinic_hours enable row level security;
alter table public.clinic_closures enable row level security;
revoke all on public.clinic_hours, public.clinic_closures from public, anon, authenticated;
grant select on public.clinic_hours, public.clinic_closures to authenticated;

create policy "doctors and admins read the hours" on public.clinic_hours
  for select to authenticated
  using ((select private.is_doctor()));

create policy "doctors and admins read closures and absences" on public.clinic_closures
  for select to authenticated
  using ((select private.is_doctor()));

revoke all on function
  private.hours_fit(time, time), private.window_fits(time, time),
  private.closure_fits(text, date, date, time, time)
  from public, anon, authenticated, service_role;

-- As the clinic worked before hours were its own.
insert into public.clinic_hours (weekday, opens, closes)
select day, '09:30', case day when 7 then time '13:30' else time '18:30' end from generate_series(1, 7) as day;

alter publication supabase_realtime add table public.clinic_hours, public.clinic_closures;
notify pgrst, 'reload schema';
