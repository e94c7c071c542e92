import { closestElement } from './closest-element.ts'
import { sayUnreached } from './say-unreached.ts'

/** 'Solicitar acceso' (dentists.tsx). The form loads on demand. */
export function liveDentistAccess(): void {
  document.addEventListener('click', ({ target }) => {
    const version = closestElement(target, '[data-dentist-access]')?.dataset.dentistAccess
    if (version === undefined) return
    import('#web/site/dentist-access-island.tsx')
      .then(({ openDentistAccess }) => openDentistAccess(version))
      .catch(sayUnreached)
  })
}
