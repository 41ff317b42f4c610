import { profileStream, SLUG } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { profile as profileDecider } from '@app/domain/profile.ts'
import { slug as slugDecider } from '@app/domain/slug.ts'
import { load } from '@app/event-store/handle.ts'
import { eraseProfiles } from '@app/processes/erasures/erase-profile.ts'
import { STAFF } from '../on-account.ts'
import { NO_MATCHES, onlyMatch, type Erasable, type ErasingDeps, type Matches } from './erasable.ts'

/** By id, or by the slug of a page's URL, current or former. */
async function idMeant(deps: ErasingDeps, wanted: string): Promise<string | undefined> {
  if (UUID.test(wanted)) return wanted.toLowerCase()
  const name = wanted.replace(/\/+$/, '').split('/').at(-1)!.toLowerCase()
  if (!SLUG.test(name)) return undefined
  const { state } = await load(deps.store, slugDecider, slugStream(deps.names.slug(name)))
  return state.status === 'claimed' ? state.profileId : undefined
}

async function find(deps: ErasingDeps, wanted: string): Promise<Matches> {
  const id = await idMeant(deps, wanted)
  if (id === undefined) return NO_MATCHES
  const { state } = await load(deps.store, profileDecider, profileStream(id))
  switch (state.status) {
    case 'unknown':
      return NO_MATCHES
    case 'deleted':
      return onlyMatch({ id, row: ['(ya no se muestra)', '', id] })
    case 'created': {
      const { name, lastname } = state.details
      return onlyMatch({ id, row: [`${name} ${lastname}`.trim(), `/pages/${state.slug}`, id] })
    }
  }
}

export const profileErasure: Erasable = {
  columns: ['Nombre', 'Página', 'Id'],
  find,
  erase: (deps, { id }) => eraseProfiles(deps, [id], STAFF),
  goes: 'el perfil, con sus imágenes, los nombres de sus visitantes y los correos de quienes pidieron recordatorios',
  stays:
    'Quedan las cifras de visitas y de recordatorios, y su dirección, que no se da a ningún otro perfil. La cuenta sigue, con un perfil menos.',
  none: (wanted) => `No hay ningún perfil con la dirección o el id ${wanted}.`,
}
