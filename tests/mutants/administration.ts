import { inFunction, type Mutants, replaceIn } from './break.ts'

const everyDoctor = replaceIn('private.require_admin()', 'private.is_admin()', 'private.is_doctor()')
const analytics = 'public.admin_analytics()'

/** The main panel's numbers. */
export const ofOverview: Mutants = {
  'admin_overview: every doctor': everyDoctor,
  'admin_overview: rounded down': replaceIn('private.month_change(bigint, bigint)', '+ 0.5', '+ 0.0'),
  ...inFunction('public.admin_overview()', {
    'admin_overview: annulled payments': ['(i_1.annulled_at IS NULL)', 'true'],
    'admin_overview: payments of every month': ['(i_1.payment_date >= m.this_day)', 'true'],
    'admin_overview: today beside yesterday': ['m.today - 7', 'm.today - 1'],
  }),
}

export const ofAnalytics: Mutants = {
  'admin_analytics: every doctor': everyDoctor,
  'admin_analytics: closed accounts': `alter function ${analytics} security definer`,
  ...inFunction(analytics, {
    'admin_analytics: annulled invoices': 'AND (i.annulled_at IS NULL)',
    'admin_analytics: eleven months': [`'11 mons'`, `'10 mons'`],
    'admin_analytics: four busy doctors': ['LIMIT 5', 'LIMIT 4'],
    'admin_analytics: fourteen kinds': ['<= 15', '<= 14'],
    'admin_analytics: fourteen requested kinds': ['LIMIT 15', 'LIMIT 14'],
    'admin_analytics: weeks from Sunday': ['isodow', 'dow'],
    'admin_analytics: sums instead of averages': ['* (m.this_day - m.before_day)', '* 1'],
  }),
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
  ...inFunction(noShows, {
    'no_shows: what was cancelled': [`c.status <> 'cancelada'`, 'true'],
    'no_shows: what is to come': ['<= now()', 'is not null'],
    'no_shows: the first day left out': ['between from_day and', 'between from_day + 1 and'],
    'no_shows: merges do not count': ['coalesce(o.root, s.key)', 's.key'],
    'no_shows: the least missed first': ['order by r.missed desc', 'order by r.missed'],
    'no_shows: twenty referrers': ['limit 15', 'limit 20'],
  }),
}

export const ofIncome: Mutants = {
  'system_income: every doctor': everyDoctor,
  ...inFunction('public.system_income(date)', {
    'system_income: annulled invoices': 'AND (i.annulled_at IS NULL)',
    'system_income: weeks of six days': ['b.monday + 6', 'b.monday + 5'],
  }),
  ...inFunction('public.income_by_doctor(date,date)', {
    'income_by_doctor: annulled invoices': 'AND (i.annulled_at IS NULL)',
    'income_by_doctor: the lowest first': ['s.total DESC', 's.total'],
    'income_by_doctor: any day': ['COALESCE(income_by_doctor.to_day', `COALESCE('infinity'::date`],
  }),
  ...inFunction('public.cash_cut(date,uuid)', {
    'cash_cut: of every doctor': ['(i.doctor_id = cash_cut.doctor)', 'true'],
    'cash_cut: annulled invoices': ['WHERE (d_1.annulled_at IS NULL)', 'WHERE true'],
  }),
}

const list = 'public.referring_doctors(text,text,boolean,integer,integer)'
const suggestions = 'public.referrer_suggestions()'
const merging = 'public.merge_referrers(text,text)'

const figures = 'private.referrer_figures(text[])'

export const ofReferrerFigures: Mutants = {
  'referrals: an order counts by its spelling as well': replaceIn(
    'private.referrals()',
    'WHERE (o.request_id = r.id)',
    'WHERE false',
  ),
  'referrals: nothing is taken back': replaceIn(
    'private.referrals()',
    '(o.cancelled_at IS NOT NULL)',
    'false',
  ),
  'referrer_of: by its spelling': replaceIn('private.referrer_of(bigint)', '(f.dentist_id IS NULL)', 'true'),
  'referrer_title: never an account': replaceIn('private.referrer_title(text)', 'LIMIT 1', 'LIMIT 0'),
  'is_referrer: no account': replaceIn('private.is_referrer(text)', '(g.own_key = is_referrer.key)', 'false'),
  ...inFunction('private.referrer_spellings()', {
    'referrer_spellings: an order by its spelling': ['(s.dentist_id IS NULL)', 'true'],
  }),
  'referring_doctors: a spelling without a name': replaceIn(list, ' AND (s.name IS NOT NULL)', ''),
  ...inFunction(figures, {
    'referrer_figures: merged spellings': ['(o.root = ANY (referrer_figures.keys))', 'false'],
    'referrer_figures: a sending of two types is two': [
      'count(DISTINCT r.sending_id)',
      'count(r.sending_id)',
    ],
    'referrer_figures: orders that were taken back': [
      'count(DISTINCT r.sending_id) FILTER (WHERE (NOT r.taken_back))',
      'count(DISTINCT r.sending_id)',
    ],
    'referrer_figures: the last was taken back': [
      'max(r.asked_at) FILTER (WHERE (NOT r.taken_back))',
      'max(r.asked_at)',
    ],
    'referrer_figures: recent ones that were taken back': [
      `(NOT r.taken_back) AND (r.asked_at > (now() - '90 days'::interval))`,
      `(r.asked_at > (now() - '90 days'::interval))`,
    ],
    'referrer_figures: recent at the moment': [
      `(r.asked_at > (now() - '90 days'::interval))`,
      `(r.asked_at >= (now() - '90 days'::interval))`,
    ],
    'referrer_figures: earlier at the moment': [
      `r.asked_at > (now() - '180 days'::interval)`,
      `r.asked_at >= (now() - '180 days'::interval)`,
    ],
    'referrer_figures: booked is kept': [`((b.cita).status = 'completada'::text)`, 'true'],
    'referrer_figures: missed and cancelled ones are booked': [
      `(c_1.status <> ALL (ARRAY['cancelada'::text, 'no_asistio'::text]))`,
      'true',
    ],
    'referrer_figures: no studies of orders': ['(n.order_id = r.order_id)', 'false'],
    'referrer_figures: no studies of machines': ['(a.cita_id = (b.cita).id)', 'false'],
    'referrer_figures: no studies by hand': [
      'private.filed_for(b.cita) f(id)',
      'private.filed_for(null) f(id)',
    ],
    'referrer_figures: a study twice': ['UNION\n', 'UNION ALL\n'],
    'referrer_figures: what is of another order': ['(n.study_id = s.study_id)', 'false'],
  }),
}

export const ofReferrers: Mutants = {
  'referring_doctors: every doctor': everyDoctor,
  'referring_doctors: merges do not count': replaceIn(
    'private.referrer_spellings()',
    'COALESCE(o.root, s.own_key)',
    's.own_key',
  ),
  ...inFunction('private.referrer_roots()', {
    'referring_doctors: chains are not followed': ['(m.from_key = s_1.root)', 'false'],
    'referring_doctors: merges that were undone': ['WHERE (m.undone_at IS NULL)', 'WHERE true'],
  }),
  ...inFunction(list, {
    'referring_doctors: the name of whoever has more': '(g.own_key <> g.key), ',
    'referring_doctors: always the most first': [
      'WHEN referring_doctors.descending THEN (- g.referrals)',
      'WHEN true THEN (- g.referrals)',
    ],
    'referring_doctors: every spelling': ['s.place <= 8', 'true'],
  }),
  'referring_doctors: by the title': replaceIn('private.surname_first(text)', '(dra?|doctora?)', '(medico)'),
  'referring_doctors: a page of any size': replaceIn(
    'private.referrer_page(text,integer,integer)',
    'page_size not between 1 and 100',
    'page_size < 1',
  ),
  ...inFunction('private.mistyped(text,text)', {
    'referrer_suggestions: anything': ['(0.4)', '(-1)'],
    'referrer_suggestions: men and women': [`ANY (ARRAY['a'::text, 'o'::text])`, `ANY (ARRAY['-'::text])`],
  }),
  ...inFunction(suggestions, {
    'referrer_suggestions: first names alone': ['>= 2', '>= 1'],
    'referrer_suggestions: without end': ['LIMIT 10\n', '\n'],
  }),
  ...inFunction('public.referrer_merges()', {
    'referrer_merges: every doctor': ['private.is_admin()', 'private.is_doctor()'],
    'referrer_merges: undone ones': 'where m.undone_at is null',
  }),
  ...inFunction(merging, {
    'merge_referrers: every doctor': ['private.is_admin()', 'private.is_doctor()'],
    'merge_referrers: circles': ['r.root = merge_referrers.from_key', 'false'],
    'merge_referrers: who is unknown': ['not private.is_referrer(merge_referrers.into_key)', 'false'],
  }),
  'merge_referrers: out of the trail': 'drop trigger referrer_merges_z_audit on private.referrer_merges',
  ...inFunction('public.undo_referrer_merge(uuid)', {
    'undo_referrer_merge: every doctor': ['private.is_admin()', 'private.is_doctor()'],
    'undo_referrer_merge: twice': 'and m.undone_at is null',
  }),
  'suggest_referring_doctors: merged ones': replaceIn(
    'public.suggest_referring_doctors(text)',
    'coalesce(o.root, s.key)',
    's.key',
  ),
}
