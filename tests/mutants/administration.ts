import { type Mutants, replaceIn } from './break.ts'

const everyDoctor = replaceIn('private.require_admin()', 'private.is_admin()', 'private.is_doctor()')
const analytics = 'public.admin_analytics()'

/** The main panel's numbers. */
export const ofOverview: Mutants = {
  'admin_overview: every doctor': everyDoctor,
  'admin_overview: rounded down': replaceIn('private.month_change(bigint, bigint)', '+ 0.5', '+ 0.0'),
  'admin_overview: annulled payments': replaceIn(
    'public.admin_overview()',
    '(i_1.annulled_at IS NULL)',
    'true',
  ),
  'admin_overview: payments of every month': replaceIn(
    'public.admin_overview()',
    '(i_1.payment_date >= m.this_day)',
    'true',
  ),
  'admin_overview: today beside yesterday': replaceIn(
    'public.admin_overview()',
    'm.today - 7',
    'm.today - 1',
  ),
}

export const ofAnalytics: Mutants = {
  'admin_analytics: every doctor': everyDoctor,
  'admin_analytics: closed accounts': `alter function ${analytics} security definer`,
  'admin_analytics: annulled invoices': replaceIn(analytics, 'AND (i.annulled_at IS NULL)', ''),
  'admin_analytics: eleven months': replaceIn(analytics, `'11 mons'`, `'10 mons'`),
  'admin_analytics: four busy doctors': replaceIn(analytics, 'LIMIT 5', 'LIMIT 4'),
  'admin_analytics: fourteen kinds': replaceIn(analytics, '<= 15', '<= 14'),
  'admin_analytics: fourteen requested kinds': replaceIn(analytics, 'LIMIT 15', 'LIMIT 14'),
  'admin_analytics: weeks from Sunday': replaceIn(analytics, 'isodow', 'dow'),
  'admin_analytics: sums instead of averages': replaceIn(analytics, '* (m.this_day - m.before_day)', '* 1'),
}

const noShows = 'public.no_shows(date,date)'

export const ofNoShows: Mutants = {
  'no_asistio: the owner before the start': `drop trigger citas_b_start on public.citas;
    create trigger citas_b_start before insert or update on public.citas
    for each row when (new.status = 'no_asistio' and auth.uid() is not null) execute function private.check_cita_begun()`,
  'no_asistio: by hand told of the hour': `drop trigger citas_b_start on public.citas;
    create trigger citas_a_start before insert or update on public.citas
    for each row when (lower(btrim(new.status)) = 'no_asistio') execute function private.check_cita_begun()`,
  'no_shows: every doctor': everyDoctor,
  'no_shows: what was cancelled': replaceIn(noShows, `c.status <> 'cancelada'`, 'true'),
  'no_shows: what is to come': replaceIn(noShows, '<= now()', 'is not null'),
  'no_shows: the first day left out': replaceIn(noShows, 'between from_day and', 'between from_day + 1 and'),
  'no_shows: merges do not count': replaceIn(noShows, 'coalesce(o.root, s.key)', 's.key'),
  'no_shows: the least missed first': replaceIn(noShows, 'order by r.missed desc', 'order by r.missed'),
  'no_shows: twenty referrers': replaceIn(noShows, 'limit 15', 'limit 20'),
}

export const ofIncome: Mutants = {
  'system_income: every doctor': everyDoctor,
  'system_income: annulled invoices': replaceIn(
    'public.system_income(date)',
    'AND (i.annulled_at IS NULL)',
    '',
  ),
  'system_income: weeks of six days': replaceIn('public.system_income(date)', 'b.monday + 6', 'b.monday + 5'),
  'income_by_doctor: annulled invoices': replaceIn(
    'public.income_by_doctor(date,date)',
    'AND (i.annulled_at IS NULL)',
    '',
  ),
  'income_by_doctor: the lowest first': replaceIn(
    'public.income_by_doctor(date,date)',
    's.total DESC',
    's.total',
  ),
  'income_by_doctor: any day': replaceIn(
    'public.income_by_doctor(date,date)',
    'COALESCE(income_by_doctor.to_day',
    `COALESCE('infinity'::date`,
  ),
  'cash_cut: of every doctor': replaceIn(
    'public.cash_cut(date,uuid)',
    '(i.doctor_id = cash_cut.doctor)',
    'true',
  ),
  'cash_cut: annulled invoices': replaceIn(
    'public.cash_cut(date,uuid)',
    'WHERE (d_1.annulled_at IS NULL)',
    'WHERE true',
  ),
}

const list = 'public.referring_doctors(text,text,boolean,integer,integer)'
const suggestions = 'public.referrer_suggestions()'
const merging = 'public.merge_referrers(text,text)'

export const ofReferrers: Mutants = {
  'referring_doctors: every doctor': everyDoctor,
  'referring_doctors: merges do not count': replaceIn(
    'private.referrer_spellings()',
    'COALESCE(o.root, s.own_key)',
    's.own_key',
  ),
  'referring_doctors: chains are not followed': replaceIn(
    'private.referrer_roots()',
    '(m.from_key = s_1.root)',
    'false',
  ),
  'referring_doctors: merges that were undone': replaceIn(
    'private.referrer_roots()',
    'WHERE (m.undone_at IS NULL)',
    'WHERE true',
  ),
  'referring_doctors: the name of whoever has more': replaceIn(list, '(g.own_key <> g.key), ', ''),
  'referring_doctors: always the most first': replaceIn(
    list,
    'WHEN referring_doctors.descending THEN (- g.referrals)',
    'WHEN true THEN (- g.referrals)',
  ),
  'referring_doctors: by the title': replaceIn('private.surname_first(text)', '(dra?|doctora?)', '(medico)'),
  'referring_doctors: every spelling': replaceIn(list, 's.place <= 8', 'true'),
  'referring_doctors: a page of any size': replaceIn(
    'private.referrer_page(text,integer,integer)',
    'page_size not between 1 and 100',
    'page_size < 1',
  ),
  'referrer_suggestions: anything': replaceIn('private.mistyped(text,text)', '(0.4)', '(-1)'),
  'referrer_suggestions: men and women': replaceIn(
    'private.mistyped(text,text)',
    `ANY (ARRAY['a'::text, 'o'::text])`,
    `ANY (ARRAY['-'::text])`,
  ),
  'referrer_suggestions: first names alone': replaceIn(suggestions, '>= 2', '>= 1'),
  'referrer_suggestions: without end': replaceIn(suggestions, 'LIMIT 10\n', '\n'),
  'referrer_merges: every doctor': replaceIn(
    'public.referrer_merges()',
    'private.is_admin()',
    'private.is_doctor()',
  ),
  'referrer_merges: undone ones': replaceIn('public.referrer_merges()', 'where m.undone_at is null', ''),
  'merge_referrers: every doctor': replaceIn(merging, 'private.is_admin()', 'private.is_doctor()'),
  'merge_referrers: circles': replaceIn(merging, 'r.root = merge_referrers.from_key', 'false'),
  'merge_referrers: who is unknown': replaceIn(
    merging,
    'not private.is_referrer(merge_referrers.into_key)',
    'false',
  ),
  'merge_referrers: out of the trail': 'drop trigger referrer_merges_z_audit on private.referrer_merges',
  'undo_referrer_merge: every doctor': replaceIn(
    'public.undo_referrer_merge(uuid)',
    'private.is_admin()',
    'private.is_doctor()',
  ),
  'undo_referrer_merge: twice': replaceIn('public.undo_referrer_merge(uuid)', 'and m.undone_at is null', ''),
  'suggest_referring_doctors: merged ones': replaceIn(
    'public.suggest_referring_doctors(text)',
    'coalesce(o.root, s.key)',
    's.key',
  ),
}
