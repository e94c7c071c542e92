import type { SharedRefusal } from '#web/backend/shared-study.ts'

/** What to say about a link that no longer opens; null for one that may still open. */
export const endedLinks: Record<SharedRefusal['outcome'], string | null> = {
  wrong: null,
  locked: null,
  visit_over: null,
  blocked: 'Este enlace se bloqueó por demasiados PIN incorrectos.',
  revoked: 'Este enlace ya no está disponible.',
  expired: 'Este enlace ya venció.',
  used_up: 'Este enlace ya se abrió todas las veces permitidas.',
}

/** Why a link did not open, to the person who has it (docs/product/sharing.md). */
export function refusalWords({ outcome, left, seconds }: SharedRefusal): string {
  const ended = endedLinks[outcome]
  if (ended) return ended
  if (outcome === 'visit_over') return 'Tu visita terminó. Escribe el PIN otra vez.'
  if (outcome === 'locked')
    return `Demasiados intentos. Espera ${minutes(seconds ?? 900)} y vuelve a intentarlo.`
  return `El PIN no es correcto. ${tries(left ?? 0)} Revisa también que el enlace esté completo.`
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count <= 1 ? 'un minuto' : `${count} minutos`
}

function tries(left: number): string {
  return left === 1 ? 'Te queda 1 intento.' : `Te quedan ${left} intentos.`
}
