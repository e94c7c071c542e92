import { type Mutants, replaceIn } from './break.ts'

const everyDoctor = replaceIn('private.require_admin()', 'private.is_admin()', 'private.is_doctor()')
const analytics = 'public.admin_analytics()'

/** What the administration counts and adds up. */
export const ofAnalytics: Mutants = {
  'admin_analytics: every doctor': everyDoctor,
  'admin_analytics: closed accounts': `alter function ${analytics} security definer`,
  'admin_analytics: annulled invoices': replaceIn(analytics, 'AND (i.annulled_at IS NULL)', ''),
  'admin_analytics: eleven months': replaceIn(analytics, `'11 mons'`, `'10 mons'`),
  'admin_analytics: four busy doctors': replaceIn(analytics, 'LIMIT 5', 'LIMIT 4'),
  'admin_analytics: fourteen kinds': replaceIn(analytics, '<= 15', '<= 14'),
  'admin_analytics: weeks from Sunday': replaceIn(analytics, 'isodow', 'dow'),
  'admin_analytics: sums instead of averages': replaceIn(analytics, '* (m.this_day - m.before_day)', '* 1'),
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
