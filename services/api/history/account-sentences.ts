import { accountStream } from '@app/contracts/events/account-events.ts'
import {
  act,
  counted,
  ofAccount,
  quoted,
  phrase,
  unreadable,
  who,
  type SentenceParts,
  type Scene,
  type Verb,
  said,
} from './sentence-parts.ts'

const onAccount =
  (third: string, second: string, noun = 'la cuenta', own = 'su cuenta') =>
  (scene: Scene): SentenceParts =>
    act(scene, [third, second], ...ofAccount(scene, noun, own))

/** The account's person, whoever caused it. */
const person = (scene: Scene, does: string): SentenceParts => [who(scene.person), phrase(` ${does}`)]

const HOW_CHANGED: Readonly<Record<string, string>> = {
  owner: 'cambió su contraseña',
  reset: 'cambió su contraseña con el enlace de un correo',
}

function onPassword(scene: Scene): SentenceParts {
  const does = HOW_CHANGED[said(scene.line.facts['by'])]
  return does === undefined
    ? act(scene, ['cambió', 'Cambiaste'], phrase('la contraseña de '), who(scene.person))
    : person(scene, does)
}

function onLimit(scene: Scene): SentenceParts {
  const [limit] = scene.changes
  const from = limit?.before === undefined || limit.before === null ? '' : ` de ${limit.before}`
  return act(
    scene,
    ['cambió', 'Cambiaste'],
    phrase('el límite de perfiles de '),
    who(scene.person),
    phrase(`${from} a ${said(scene.line.facts['maxProfiles'])}`),
  )
}

function onRegistered(scene: Scene): SentenceParts {
  const name = scene.changes.find(({ field }) => field === 'name')?.after ?? undefined
  return scene.line.actor.kind === 'owner'
    ? [who(name), phrase(' creó su cuenta')]
    : act(scene, ['creó', 'Creaste'], phrase('la cuenta de '), who(name))
}

function onRenamed(scene: Scene): SentenceParts {
  const [name] = scene.changes
  const verb: Verb = ['cambió', 'Cambiaste']
  const whose = ofAccount(scene, 'el nombre', 'su nombre')
  if (name === undefined || name.is_erased) return act(scene, verb, ...whose, phrase(': '), unreadable(scene))
  return act(scene, verb, ...whose, phrase(` de ${quoted(name.before ?? '')} a ${quoted(name.after ?? '')}`))
}

const onSignedIn = ({ line, person: name }: Scene): SentenceParts => [
  who(name),
  phrase(line.count === 1 ? ' inició sesión' : ` inició sesión ${line.count} veces`),
]

const byCode =
  (third: string, second: string) =>
  (scene: Scene): SentenceParts => [
    who(scene.nameOf(accountStream(said(scene.line.facts['accountId'])))),
    phrase(` ${third} ${second}`),
  ]

export const ACCOUNT_SENTENCES = {
  AccountRegistered: onRegistered,
  AccountActivated: (scene: Scene) =>
    act(
      scene,
      ['activó', 'Activaste'],
      ...ofAccount(scene, 'la cuenta', 'su cuenta'),
      phrase(`, para ${counted(Number(scene.line.facts['maxProfiles']), 'perfil', 'perfiles')}`),
    ),
  PasswordChanged: onPassword,
  PasswordResetRequested: ({ person: name }: Scene) => [
    phrase('Se pidió un enlace para cambiar la contraseña de '),
    who(name),
  ],
  SignedIn: onSignedIn,
  AccountDeactivated: onAccount('desactivó', 'Desactivaste'),
  AccountReactivated: onAccount('reactivó', 'Reactivaste'),
  ProfileLimitChanged: onLimit,
  ProfileSlotTaken: (scene: Scene) => person(scene, 'ocupó un cupo de perfil'),
  ProfileSlotFreed: (scene: Scene) => person(scene, 'recuperó un cupo de perfil'),
  AccountRenamed: onRenamed,
  EmailChanged: onAccount('cambió', 'Cambiaste', 'el correo', 'su correo'),
  ExternalLoginLinked: (scene: Scene) => person(scene, 'conectó otra forma de entrar a su cuenta'),
  SessionsClosed: onAccount('cerró', 'Cerraste', 'las sesiones', 'sus sesiones'),
  AdminGranted: (scene: Scene) =>
    act(scene, ['hizo', 'Hiciste'], phrase('administrador a '), who(scene.person)),
  AdminRevoked: (scene: Scene) =>
    act(scene, ['quitó', 'Quitaste'], phrase('el rol de administrador a '), who(scene.person)),
  PasswordDropped: ({ person: name }: Scene) => [
    phrase('Dejó de valer la contraseña de '),
    who(name),
    phrase(', porque entró con un correo comprobado'),
  ],
  AccountErasureRequested: (scene: Scene) => person(scene, 'pidió borrar sus datos'),
  AccountErased: ({ person: name }: Scene) => [phrase('Se borró la cuenta de '), who(name)],
  AdministratorListed: ({ person: name }: Scene) => [who(name), phrase(' quedó entre los administradores')],
  AdministratorDelisted: ({ person: name }: Scene) => [who(name), phrase(' salió de los administradores')],
  CodeIssued: (scene: Scene) =>
    act(
      scene,
      ['creó', 'Creaste'],
      phrase(
        `un código de activación para ${counted(Number(scene.line.facts['maxProfiles']), 'perfil', 'perfiles')}`,
      ),
    ),
  CodeRedeemed: byCode('usó', 'un código de activación'),
  CodeReleased: byCode('dejó libre', 'un código de activación'),
}
