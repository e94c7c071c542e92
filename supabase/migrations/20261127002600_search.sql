-- The searches of lists and of people.

-- Telephones are found however they are written, and may have an extension and any dash. What is dialled of one: without its
-- extension.
create function private.phone_number(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return regexp_replace(value, '[\s,;]*(ext(ensi[oó]n)?\.?|x):?\s*[0-9]{1,6}\s*$', '', 'i');

-- Whether a text has nothing but the signs of a telephone; as in domain/phone.ts, like the two beside it.
create function private.is_phone_like(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return private.phone_number(value)
    ~ '^\s*\+?[0-9\s\u00a0\u2000-\u200a\u202f().\u2010-\u2015\u2212\ufe58\ufe63\uff0d-]+$';

-- The digits by which telephones are compared: of a Mexican one the ten after whatever stands before them, of what somebody
-- began to type with +52 those after it. They are a piece of the stored digits, however that telephone was written.
create function private.phone_digits(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return regexp_replace(
    private.digits(private.phone_number(value)),
    case when value ~ '^\s*\+' then '^521?(?=[2-9][0-9]{2})'
      else '^((00)?521?|1|01|044|045)(?=[2-9][0-9]{9}$)|^00(?=[0-9]{9})' end,
    ''
  );

-- The same for telephone numbers: at least three digits and nothing that is no part of one.
create function private.phone_pattern(term text) returns text
  language sql immutable parallel safe set search_path = ''
  return case
    when private.is_phone_like(left(term, 100)) and char_length(private.phone_digits(left(term, 100))) >= 3
    then '%' || private.phone_digits(left(term, 100)) || '%'
  end;

-- Searches answer rows of their table, as the caller: the policies stay the lock. Under row security PostgreSQL may not ask
-- a text pattern of an index before the policy has seen the row, so functions of the owner name what a term means, by
-- indexes, and the policies choose among the rows that have it.
--
-- A search is made of parts that share no row, each with a plan of its own. What many rows have in common is looked for along
-- the index in whose order the list is shown, which soon finds a page; the rows of few people, or few rows, are collected and
-- sorted. Here: what a term means. The searches themselves come next.

-- Who has the term in the name, while they are few enough for all their rows to be collected.
create function private.few_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_patterns(term));
begin
  return case when cardinality(people) <= 1000 then people else '{}' end;
end
$$;

-- The same people when they are more.
create function private.many_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_patterns(term));
begin
  return case when cardinality(people) > 1000 then people else '{}' end;
end
$$;

-- The doctors whom a term means, when more than a thousand rows have them; below, the kinds of study.
create function private.citas_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.citas c where c.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.citas_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.cita_types_like(private.search_patterns(term));
begin
  if exists (select from public.citas c where c.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

-- The rows that are in no other part: with the term in their own text, or a doctor or kind that few rows have.
create function private.citas_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.citas_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
  common_kinds constant text[] := private.citas_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.cita_types_like(patterns) end;
begin
  return array(
    select c.id from public.citas c
    where (c.doctor_id = any (doctors) or c.study_type = any (kinds)
        or (c.patient_id is null and private.has_all(c.nombre, patterns)))
      and (c.doctor_id = any (common_doctors)) is not true
      and (c.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = c.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create function private.studies_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.studies s where s.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.studies_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.study_types_like(private.search_patterns(term));
begin
  if exists (select from public.studies s where s.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create function private.studies_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.studies_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
  common_kinds constant text[] := private.studies_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.study_types_like(patterns) end;
begin
  return array(
    select s.id from public.studies s
    where (s.doctor_id = any (doctors) or s.study_type = any (kinds)
        or private.has_all(s.file_name, patterns))
      and (s.doctor_id = any (common_doctors)) is not true
      and (s.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = s.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create function private.invoices_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.invoices i where i.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.invoices_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.invoices_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
begin
  return array(
    select i.id from public.invoices i
    where (i.doctor_id = any (doctors) or private.has_all(i.invoice_number, patterns))
      and (i.doctor_id = any (common_doctors)) is not true
      and not exists (
        select from public.profiles p where p.id = i.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create function private.study_requests_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.request_types_like(private.search_patterns(term));
begin
  if exists (select from public.study_requests r where r.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create function private.study_requests_few(term text) returns bigint[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_kinds constant text[] := private.study_requests_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.request_types_like(patterns) end;
begin
  return array(
    select r.id from public.study_requests r
    where (r.study_type = any (kinds)
        or private.has_all(r.patient_name, patterns) or private.has_all(r.patient_email, patterns))
      and (r.study_type = any (common_kinds)) is not true
  );
end
$$;

-- The searches of the lists. These functions have no search path of their own, so that they become a part of the statement
-- that asks: only then does PostgreSQL know the order, how few rows are wanted, and that a total ends at 10,001. Their
-- bodies were bound when created. `offset 0` keeps the collected rows apart, so that they are sorted.

-- A blank term is no search: every row that the caller may read. Two things that many rows have are looked for at once.
create function public.search_citas(term text) returns setof public.citas
  language sql stable
begin atomic
  select c.id, c.patient_id, c.doctor_id, c.appointment_date, c.appointment_time, c.study_type, c.status, c.nombre,
    c.telefono, c.especialidad, c.created_at, c.request_id, c.seat, c.moves, c.warned_at, c.accession_number
  from (
    select 'all' as part, * from public.citas
    union all
    select 'kinds', * from public.citas
    union all
    select 'doctors', * from public.citas
    union all
    select 'mixed', * from public.citas
    union all
    select 'collected', * from (
      select * from public.citas c
      where c.patient_id = any ((select private.few_people(term))::uuid[])
        and (c.doctor_id = any ((select private.citas_doctors(term))::uuid[])) is not true
        and (c.study_type = any ((select private.citas_kinds(term))::text[])) is not true
      offset 0
    ) c
    union all
    select 'collected', * from (
      select * from public.citas c
      where c.id = any ((select private.citas_few(term))::uuid[])
      offset 0
    ) c
  ) c
  where (c.part = 'all' and private.search_pattern(term) is null)
    or (c.part = 'collected' and private.search_pattern(term) is not null)
    or (c.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.citas_kinds(term)) <> '{}'
      and (select private.citas_doctors(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and c.study_type = any ((select private.citas_kinds(term))::text[]))
    or (c.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.citas_doctors(term)) <> '{}'
      and (select private.citas_kinds(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and c.doctor_id = any ((select private.citas_doctors(term))::uuid[]))
    or (c.part = 'mixed' and private.search_pattern(term) is not null
      and ((select private.many_people(term)) <> '{}'
        or ((select private.citas_doctors(term)) <> '{}' and (select private.citas_kinds(term)) <> '{}'))
      and (c.doctor_id = any ((select private.citas_doctors(term))::uuid[])
        or c.study_type = any ((select private.citas_kinds(term))::text[])
        or c.patient_id in (select unnest(private.many_people(term)))));
end;

create function public.search_studies(term text) returns setof public.studies
  language sql stable
begin atomic
  select s.id, s.patient_id, s.doctor_id, s.study_type, s.study_date, s.comments, s.file_url, s.file_name, s.created_at,
    s.report_needed, s.arch
  from (
    select 'all' as part, * from public.studies
    union all
    select 'kinds', * from public.studies
    union all
    select 'doctors', * from public.studies
    union all
    select 'mixed', * from public.studies
    union all
    select 'collected', * from (
      select * from public.studies s
      where s.patient_id = any ((select private.few_people(term))::uuid[])
        and (s.doctor_id = any ((select private.studies_doctors(term))::uuid[])) is not true
        and (s.study_type = any ((select private.studies_kinds(term))::text[])) is not true
      offset 0
    ) s
    union all
    select 'collected', * from (
      select * from public.studies s
      where s.id = any ((select private.studies_few(term))::uuid[])
      offset 0
    ) s
  ) s
  where (s.part = 'all' and private.search_pattern(term) is null)
    or (s.part = 'collected' and private.search_pattern(term) is not null)
    or (s.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.studies_kinds(term)) <> '{}'
      and (select private.studies_doctors(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and s.study_type = any ((select private.studies_kinds(term))::text[]))
    or (s.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.studies_doctors(term)) <> '{}'
      and (select private.studies_kinds(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and s.doctor_id = any ((select private.studies_doctors(term))::uuid[]))
    or (s.part = 'mixed' and private.search_pattern(term) is not null
      and ((select private.many_people(term)) <> '{}'
        or ((select private.studies_doctors(term)) <> '{}' and (select private.studies_kinds(term)) <> '{}'))
      and (s.doctor_id = any ((select private.studies_doctors(term))::uuid[])
        or s.study_type = any ((select private.studies_kinds(term))::text[])
        or s.patient_id in (select unnest(private.many_people(term)))));
end;

create function public.search_invoices(term text) returns setof public.invoices
  language sql stable
begin atomic
  select i.id, i.invoice_number, i.patient_id, i.doctor_id, i.payment_date, i.payment_method, i.services, i.total_amount,
    i.created_at, i.annulled_at, i.annulled_reason, i.annulled_by, i.receipt_token
  from (
    select 'all' as part, * from public.invoices
    union all
    select 'doctors', * from public.invoices
    union all
    select 'mixed', * from public.invoices
    union all
    select 'collected', * from (
      select * from public.invoices i
      where i.patient_id = any ((select private.few_people(term))::uuid[])
        and (i.doctor_id = any ((select private.invoices_doctors(term))::uuid[])) is not true
      offset 0
    ) i
    union all
    select 'collected', * from (
      select * from public.invoices i
      where i.id = any ((select private.invoices_few(term))::uuid[])
      offset 0
    ) i
  ) i
  where (i.part = 'all' and private.search_pattern(term) is null)
    or (i.part = 'collected' and private.search_pattern(term) is not null)
    or (i.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.invoices_doctors(term)) <> '{}' and (select private.many_people(term)) = '{}'
      and i.doctor_id = any ((select private.invoices_doctors(term))::uuid[]))
    or (i.part = 'mixed' and private.search_pattern(term) is not null and (select private.many_people(term)) <> '{}'
      and (i.doctor_id = any ((select private.invoices_doctors(term))::uuid[])
        or i.patient_id in (select unnest(private.many_people(term)))));
end;

create function public.search_study_requests(term text) returns setof public.study_requests
  language sql stable
begin atomic
  select r.id, r.patient_name, r.patient_email, r.patient_phone, r.patient_age, r.study_type, r.referring_doctor,
    r.notes, r.tentative_date, r.status, r.privacy_version, r.privacy_accepted_at, r.submission_id, r.created_at,
    r.is_order
  from (
    select 'all' as part, * from public.study_requests
    union all
    select 'kinds', * from public.study_requests
    union all
    select 'collected', * from (
      select * from public.study_requests r
      where r.id = any ((select private.study_requests_few(term))::bigint[])
      offset 0
    ) r
  ) r
  where (r.part = 'all' and private.search_pattern(term) is null)
    or (r.part = 'collected' and private.search_pattern(term) is not null)
    or (r.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.study_requests_kinds(term)) <> '{}'
      and r.study_type = any ((select private.study_requests_kinds(term))::text[]));
end;

-- Patients by name, e-mail or telephone: those of a doctor, those of everybody for an administrator, as the policies of
-- profiles have it. Without a term nobody.
create function private.patients_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  phone_pattern constant text := private.phone_pattern(term);
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.readable_patients());
begin
  return array(
    select p.id from public.profiles p
    where p.role in ('patient', 'paciente')
      and (private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
        or private.digits(p.phone) like phone_pattern)
      and (sees_all or p.id = any (mine))
  );
end
$$;

-- The patients whom the caller may read whose name, e-mail or telephone has the term; all of them for a blank one.
create function public.search_patients(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where private.search_pattern(term) is null and p.role in ('patient', 'paciente')
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.patients_found(term))::uuid[]);
end;

-- The patients of a doctor: one's own, or anybody's for an administrator. Other ids answer like a doctor without any.
create function public.get_doctor_patients(d_id uuid)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name, p.email, p.phone, p.age
  from private.doctor_patients l
  join public.profiles p on p.id = l.patient_id
  where l.doctor_id = d_id
    and ((select private.is_admin()) or (d_id = (select private.active_uid()) and (select private.is_doctor())))
    and p.id not in (select private.closed_accounts())
  order by p.full_name, p.id
$$;

-- The patients of a doctor whose name, e-mail or telephone has the term; all of them for a blank one. Like
-- get_doctor_patients, other ids answer like a doctor without any.
create function public.search_doctor_patients(d_id uuid, term text)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  phone_pattern constant text := private.phone_pattern(term);
begin
  if not private.is_admin() and not (d_id = private.active_uid() and private.is_doctor()) then
    return;
  end if;
  return query
    select p.id, p.full_name, p.email, p.phone, p.age
    from private.doctor_patients l
    join public.profiles p on p.id = l.patient_id
    where l.doctor_id = d_id
      and (private.search_pattern(term) is null or private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
        or private.digits(p.phone) like phone_pattern)
      and p.id not in (select private.closed_accounts());
end
$$;

-- The accounts of 'Gestión de Usuarios' by name, e-mail, digits of the telephone, or the word for what they are; all for a
-- blank term. Administrators only; the policies of profiles hide closed accounts.
create function private.profiles_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  phone_pattern constant text := private.phone_pattern(term);
  roles constant text[] := array(
    select w.role
    from (values ('doctor', 'Doctor'), ('patient', 'Paciente'), ('paciente', 'Paciente'), ('dentist', 'Dentista')) as w (role, word)
    where private.has_all(w.word, patterns)
  );
  admins constant boolean := private.has_all('Administrador', patterns);
begin
  perform private.require_admin();
  return array(
    select p.id from public.profiles p
    where private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
      or private.digits(p.phone) like phone_pattern or p.role = any (roles) or (admins and p.is_admin)
  );
end
$$;

-- The quick search finds studies too, with their type as the title, and patient and day below; their id opens them.
create function public.quick_search(term text)
  returns table (kind text, id text, title text, detail text)
  language sql stable set search_path = ''
begin atomic
  (
    select 'patient', p.id::text, p.full_name, p.email
    from public.profiles p
    where char_length(btrim(term)) >= 2 and p.id = any ((select private.patients_found(term))::uuid[])
    order by p.full_name, p.id
    limit 5
  )
  union all
  (
    select 'study', s.id::text, coalesce(s.study_type, 'Estudio'),
      concat_ws(' · ', private.full_name_of(s.patient_id), to_char(s.study_date, 'DD/MM/YYYY'))
    from public.search_studies(term) s
    where char_length(btrim(term)) >= 2
    order by s.created_at desc, s.id
    limit 5
  )
  union all
  (
    select 'request', r.id::text, r.patient_name, r.study_type
    from public.search_study_requests(term) r
    where char_length(btrim(term)) >= 2
    order by r.created_at desc, r.id desc
    limit 5
  )
  union all
  (
    select 'invoice', i.invoice_number, i.invoice_number, private.full_name_of(i.patient_id)
    from public.search_invoices(term) i
    where char_length(btrim(term)) >= 2
    order by i.payment_date desc, i.created_at desc, i.id
    limit 5
  );
end;

-- Patients who may be the same person: the same e-mail, the same last ten digits, or a name that sounds the same. How much
-- alike is said to the operator, which an index answers, and the few are found by indexes, whatever PostgreSQL expects of it.
-- Telephones are compared by their digits without an extension.
create function private.similar_found(full_name text, email text, phone text)
  returns table (id uuid, why text, likeness real)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  rows 5 set pg_trgm.similarity_threshold = 0.7 set enable_seqscan = off
as $$
declare
  plain_name constant text := private.plain(nullif(btrim(left(similar_found.full_name, 200)), ''));
  own_email constant text := lower(nullif(btrim(left(similar_found.email, 254)), ''));
  number constant text := private.phone_digits(left(similar_found.phone, 40));
  same_number constant text := case when char_length(number) >= 10 then '%' || right(number, 10) || '%' end;
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.readable_patients());
begin
  return query
    select p.id,
      case
        when p.email = own_email then 'email'
        when private.digits(p.phone) like same_number then 'phone'
        else 'name'
      end,
      coalesce(extensions.similarity(private.plain(p.full_name), plain_name), 0)
    from public.profiles p
    where p.role in ('patient', 'paciente')
      and (p.email = own_email or private.digits(p.phone) like same_number
        or private.sought(p.full_name) operator(extensions.%) plain_name)
      and (sees_all or p.id = any (mine));
end
$$;

-- At most five, among those the caller may read, the surest first: {id, full_name, email, phone, why}, why being email,
-- phone or name.
create function public.similar_patients(full_name text, email text, phone text)
  returns table (id uuid, full_name text, email text, phone text, why text)
  language sql stable set search_path = ''
begin atomic
  select p.id, p.full_name, p.email, p.phone, f.why
  from private.similar_found(similar_patients.full_name, similar_patients.email, similar_patients.phone) f
  join public.profiles p on p.id = f.id
  order by array_position(array['email', 'phone', 'name'], f.why), f.likeness desc, p.full_name, p.id
  limit 5;
end;

-- Each word of a term must occur in a text, in any order (docs/decisions/0035).

-- The words of a term, the longest first: without accents and case, each once, without commas and dots at their edges; the
-- first six of the first hundred letters. When none has three letters, the term as one piece. None for a term without a letter
-- or a digit: no index has the others, so all rows would be read for them.
create function private.search_words(term text) returns text[]
  language plpgsql immutable parallel safe security definer set search_path = ''
as $$
declare
  wanted constant text := btrim(private.plain(left(coalesce(term, ''), 100)));
  words constant text[] := array(
    select one.word
    from (
      select w.word, min(w.place) as place
      from (
        select btrim(s.piece, '.,') as word, s.place
        from regexp_split_to_table(wanted, '[\s\u00a0]+') with ordinality as s(piece, place)
      ) w
      where w.word <> ''
      group by w.word
      order by min(w.place)
      limit 6
    ) one
    order by char_length(one.word) desc, one.place
  );
begin
  if wanted ~ '^[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]*$' then
    return '{}';
  end if;
  return case when char_length(words[1]) >= 3 then words else array[wanted] end;
end
$$;

-- The same as patterns of `sought` texts. Less than three letters in all are the beginning of a word (private.search_pattern).
create function private.search_patterns(term text) returns text[]
  language plpgsql immutable parallel safe security definer set search_path = ''
as $$
declare
  words constant text[] := private.search_words(term);
begin
  if char_length(words[1]) >= 3 then
    return array(
      select private.like_pattern(w.word) from unnest(words) with ordinality as w(word, place) order by w.place
    );
  end if;
  return case when words = '{}' then words else array[private.search_pattern(term)] end;
end
$$;

-- Whether a text has all patterns of a term; nothing has those of a term without words. It becomes a part of the statement
-- that asks. Where the patterns are known by then (`plan_cache_mode = force_custom_plan`) only the tests of so many words
-- remain: for one word the test of one. The trigram index answers the first three, the longest, in one scan.
create function private.has_all(value text, patterns text[]) returns boolean
  language sql immutable parallel safe
  return private.sought(value) like patterns[1]
    and (patterns[2] is null or private.sought(value) like patterns[2])
    and (patterns[3] is null or private.sought(value) like patterns[3])
    and (cardinality(patterns) <= 3 or private.sought(value) like all (patterns[4:]));

-- People, doctors and kinds of study that have all words of a term. However many people have a pattern, they are found by the
-- index.

create function private.people_named(patterns text[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
as $$
begin
  return array(select p.id from public.profiles p where private.has_all(p.full_name, patterns));
end
$$;

create function private.doctors_named(patterns text[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
as $$
begin
  return array(select p.id from public.profiles p where p.role = 'doctor' and private.has_all(p.full_name, patterns));
end
$$;

create function private.cita_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(c.study_type) from public.citas c
    union all
    select (select min(c.study_type) from public.citas c where c.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

create function private.study_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(s.study_type) from public.studies s
    union all
    select (select min(s.study_type) from public.studies s where s.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

create function private.request_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(r.study_type) from public.study_requests r
    union all
    select (select min(r.study_type) from public.study_requests r where r.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

grant execute on function
  private.few_people(text), private.many_people(text), private.citas_doctors(text), private.citas_kinds(text),
  private.citas_few(text), private.studies_doctors(text), private.studies_kinds(text), private.studies_few(text),
  private.invoices_doctors(text), private.invoices_few(text), private.study_requests_kinds(text),
  private.study_requests_few(text), public.search_citas(text), public.search_studies(text),
  public.search_invoices(text), public.search_study_requests(text), private.patients_found(text),
  public.search_patients(text), public.get_doctor_patients(uuid), public.search_doctor_patients(uuid,text),
  private.profiles_found(text), public.quick_search(text), private.similar_found(text,text,text),
  public.similar_patients(text,text,text), private.search_patterns(text), private.has_all(text,text[])
  to authenticated;
