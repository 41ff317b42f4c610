import {
  findConnectionFault,
  type ConnectionFault,
  type FoundFault,
} from '@app/event-store/eventstoredb/connection-faults.ts'
import { eventStoreAddressOf } from '@app/settings/eventstore-url.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'

const AGAIN = 'y vuelve a intentarlo.'

const ADVICE: Readonly<Record<ConnectionFault, string>> = {
  'unknown-name': `no existe con ese nombre: revisa en EVENTSTORE_URL cómo se llama el servidor, ${AGAIN}`,
  untrusted: `muestra un certificado que nadie conoce aquí: agrega a EVENTSTORE_URL el de su autoridad con tlsCAFile=RUTA (o dalo en NODE_EXTRA_CA_CERTS) ${AGAIN}`,
  expired: `muestra un certificado que ya venció: renuévalo en el servidor, o corrige la fecha de este equipo, ${AGAIN}`,
  'not-yet-valid': `muestra un certificado que todavía no vale: corrige la fecha de este equipo o la del servidor ${AGAIN}`,
  'other-name': `muestra un certificado hecho para otro nombre: usa en EVENTSTORE_URL el nombre que lleva el certificado, o haz uno para este, ${AGAIN}`,
  'no-tls': `no habla TLS: activa TLS en el servidor, o agrega ?tls=false a EVENTSTORE_URL si está en este equipo o en una red tuya, ${AGAIN}`,
  tls: `habla TLS: quita tls=false de EVENTSTORE_URL, con usuario y clave delante del servidor, ${AGAIN}`,
  'other-server': `no es un EventStoreDB: responde otro programa. Revisa el servidor y el puerto de EVENTSTORE_URL (2113 si no se dice otro) ${AGAIN}`,
}

const connectionAdvice = ({ host, port, fault }: FoundFault): string =>
  `EventStoreDB (${host}:${port}) ${ADVICE[fault]}`

export interface ConnectionAdvice {
  readonly text: string
  /** The name of a stopped container does not exist until it starts. */
  readonly mayPass: boolean
}

/** Says in a sentence why the log cannot be reached. */
export async function findConnectionAdvice(
  setting: EventStoreSetting,
): Promise<ConnectionAdvice | undefined> {
  if (setting.kind === 'postgres') return undefined
  const found = await findConnectionFault(eventStoreAddressOf(setting.url))
  return found && { text: connectionAdvice(found), mayPass: found.fault === 'unknown-name' }
}
