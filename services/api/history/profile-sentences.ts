import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import { writtenMoment } from './date-text.ts'
import { IMAGES } from './field-labels.ts'
import {
  act,
  actOnTexts,
  quoted,
  said,
  phrase,
  theirs,
  theProfile,
  unreadable,
  type SentenceParts,
  type Scene,
} from './sentence-parts.ts'

function onImage(scene: Scene): SentenceParts {
  const { article, noun } = IMAGES[scene.line.facts['kind'] as ImageKind]
  const isFirst = scene.changes.length > 0
  return act(scene, isFirst ? ['agregó', 'Agregaste'] : ['cambió', 'Cambiaste'], theirs(scene, article, noun))
}

function onImageRemoved(scene: Scene): SentenceParts {
  const { article, noun } = IMAGES[scene.line.facts['kind'] as ImageKind]
  return act(scene, ['quitó', 'Quitaste'], theirs(scene, article, noun))
}

function onTheme(scene: Scene): SentenceParts {
  const theme = scene.changes.find(({ field }) => field === 'theme_color')
  const verb = ['cambió', 'Cambiaste'] as const
  if (theme === undefined) return act(scene, verb, phrase('los colores'))
  return act(scene, verb, theirs(scene, 'el', 'tema'), phrase(` de «${theme.before}» a «${theme.after}»`))
}

function onSlug(scene: Scene): SentenceParts {
  const [slug] = scene.changes
  if (slug === undefined || slug.is_erased)
    return act(
      scene,
      ['cambió', 'Cambiaste'],
      theirs(scene, 'la', 'dirección'),
      phrase(': '),
      unreadable(scene),
    )
  return actOnTexts(scene)
}

function onCreated(scene: Scene): SentenceParts {
  const name = ['name', 'lastname']
    .map((field) => scene.changes.find((change) => change.field === field)?.after ?? '')
    .join(' ')
    .trim()
  const verb = ['creó', 'Creaste'] as const
  if (scene.changes.some(({ is_erased: gone }) => gone))
    return act(scene, verb, phrase('el perfil de '), unreadable(scene))
  if (scene.isOwners) return act(scene, verb, phrase('tu perfil'))
  return act(scene, verb, phrase(name === '' ? 'un perfil' : `el perfil ${quoted(name)}`))
}

/** Its number too, which rows of an earlier build lack: a minute can have several. */
function onRestored(scene: Scene): SentenceParts {
  const { at, version } = scene.line.facts
  const number = version === undefined ? '' : ` (versión ${said(version)})`
  return act(scene, ['restauró', 'Restauraste'], phrase(`la versión del ${writtenMoment(said(at))}${number}`))
}

export const PROFILE_SENTENCES = {
  ProfileCreated: onCreated,
  ProfileEdited: actOnTexts,
  ProfileImageSet: onImage,
  ProfileImageRemoved: onImageRemoved,
  ThemeApplied: onTheme,
  ProfileVersionRestored: onRestored,
  ProfileSlugChanged: onSlug,
  ProfileActivated: (scene: Scene) =>
    act(scene, ['volvió a mostrar', 'Volviste a mostrar'], ...theProfile(scene)),
  ProfileDeactivated: (scene: Scene) => act(scene, ['ocultó', 'Ocultaste'], ...theProfile(scene)),
  ProfileDeleted: (scene: Scene) => act(scene, ['eliminó', 'Eliminaste'], ...theProfile(scene)),
  SlugClaimed: (scene: Scene) => [phrase('Se reservó una dirección para '), ...theProfile(scene)],
}
