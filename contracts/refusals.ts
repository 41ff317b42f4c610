import { z } from 'zod'

/** Every reason for which a call is refused, with its HTTP status. The body is always `{ detail, code }`. */
export const REFUSALS = {
  malformed: { status: 400, detail: 'La solicitud no se puede leer. Revisa que el cuerpo sea JSON válido.' },
  unauthenticated: { status: 401, detail: 'Inicia sesión para continuar.' },
  'wrong-credentials': { status: 401, detail: 'Correo o contraseña incorrectos.' },
  forbidden: { status: 403, detail: 'No tienes permiso para hacer esto.' },
  'account-inactive': { status: 403, detail: 'Tu cuenta está desactivada. Escríbenos para reactivarla.' },
  'not-found': { status: 404, detail: 'No encontramos lo que buscas.' },
  'profile-not-found': { status: 404, detail: 'El perfil que buscas no existe o no está disponible.' },
  conflict: {
    status: 409,
    detail: 'Esto cambió mientras lo editabas. Vuelve a cargar e inténtalo de nuevo.',
  },
  'event-id-taken': { status: 409, detail: 'Este identificador ya se usó para otro evento. Usa uno nuevo.' },
  'too-large': { status: 413, detail: 'Lo que enviaste es demasiado grande. El máximo es 16 KB.' },
  'unsupported-media': { status: 415, detail: 'Envía el cuerpo como application/json.' },
  invalid: { status: 422, detail: 'Hay datos que no son válidos.' },
  'too-many': { status: 429, detail: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.' },
  unexpected: { status: 500, detail: 'Ocurrió un error inesperado. Inténtalo de nuevo.' },
  unavailable: { status: 503, detail: 'No pudimos guardar esto ahora. Inténtalo de nuevo en unos segundos.' },
} as const

export type RefusalCode = keyof typeof REFUSALS

export const refusalBody = z
  .object({ detail: z.string(), code: z.string() })
  .meta({ id: 'Refusal', description: 'A refused call: a Spanish sentence for people, a code for programs.' })

/** A call that is refused on purpose; one handler turns it into HTTP. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, detail: string = REFUSALS[code].detail, retryAfterSeconds?: number) {
    super(detail)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
