import { z } from 'zod'

export const REFUSALS = {
  'invalid-token': {
    status: 400,
    detail: 'El enlace no es válido o ha expirado. Solicita uno nuevo.',
  },
  malformed: { status: 400, detail: 'La solicitud no se puede leer. Revisa que el cuerpo sea JSON válido.' },
  unauthenticated: { status: 401, detail: 'Inicia sesión para continuar.' },
  'wrong-credentials': { status: 401, detail: 'Correo o contraseña incorrectos.' },
  'external-login-failed': {
    status: 401,
    detail: 'No pudimos comprobar tu inicio de sesión. Vuelve a intentarlo.',
  },
  forbidden: { status: 403, detail: 'No tienes permiso para hacer esto.' },
  'sign-in-again': {
    status: 403,
    detail: 'Para esto debes haber entrado hace menos de 10 minutos. Vuelve a entrar e inténtalo otra vez.',
  },
  'account-inactive': { status: 403, detail: 'Tu cuenta está desactivada. Escríbenos para reactivarla.' },
  needs_activation: {
    status: 403,
    detail: 'Tu cuenta debe ser activada con el código de activación antes de usar la plataforma.',
  },
  'email-unverified': {
    status: 403,
    detail: 'Ese correo no está verificado por tu proveedor. Verifícalo ahí, o entra con tu contraseña.',
  },
  'not-found': { status: 404, detail: 'No encontramos lo que buscas.' },
  'profile-not-found': { status: 404, detail: 'El perfil que buscas no existe o no está disponible.' },
  'visitor-not-found': { status: 404, detail: 'No encontramos datos tuyos en este perfil.' },
  'method-not-allowed': { status: 405, detail: 'Esta dirección existe, pero no admite lo que pediste.' },
  conflict: {
    status: 409,
    detail: 'Esto cambió mientras lo editabas. Vuelve a cargar e inténtalo de nuevo.',
  },
  'email-taken': {
    status: 409,
    detail: 'Ya existe una cuenta con este correo.',
  },
  'already-activated': { status: 409, detail: 'Tu cuenta ya está activada.' },
  'profile-limit': {
    status: 409,
    detail: 'Llegaste al máximo de perfiles de tu cuenta. Pide más al administrador.',
  },
  'history-full': {
    status: 409,
    detail: 'Llegaste al máximo de cambios que podemos guardar. Escríbenos y te ayudamos.',
  },
  'last-administrator': {
    status: 409,
    detail: 'Es el último administrador activo: nombra a otro antes de quitarlo.',
  },
  'own-account': {
    status: 409,
    detail: 'Esta es tu propia cuenta: pide a otro administrador que la desactive.',
  },
  'in-progress': {
    status: 409,
    detail: 'Esta misma solicitud todavía se está procesando. Espera un momento.',
  },
  'event-id-taken': { status: 409, detail: 'Este identificador ya se usó para otro evento. Usa uno nuevo.' },
  'too-large': { status: 413, detail: 'Lo que enviaste es demasiado grande. El máximo es 16 KB.' },
  'image-too-large': {
    status: 413,
    detail: 'La imagen es demasiado grande: el máximo es 10 MB y 40 megapíxeles.',
  },
  'unsupported-image': { status: 415, detail: 'Sube una imagen JPEG, PNG, WebP o AVIF.' },
  'unsupported-media': { status: 415, detail: 'Envía el cuerpo como application/json.' },
  'invalid-code': { status: 422, detail: 'Código de activación inválido' },
  invalid: { status: 422, detail: 'Hay datos que no son válidos.' },
  busy: {
    status: 429,
    detail: 'Estamos preparando otra respuesta. Inténtalo de nuevo en unos segundos.',
  },
  'too-many': { status: 429, detail: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.' },
  unexpected: { status: 500, detail: 'Ocurrió un error inesperado. Inténtalo de nuevo.' },
  unavailable: { status: 503, detail: 'No pudimos responder ahora. Inténtalo de nuevo en unos segundos.' },
} as const

const MINUTE_SECONDS = 60

/** Refuses a login: a mailed link lets the owner in, however many strangers guess. */
export function tooManyLogins(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS))
  const wait = `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`
  return `Demasiados intentos. Espera ${wait}, o pide un enlace para restablecer tu contraseña: con él entras de inmediato.`
}

export type RefusalCode = keyof typeof REFUSALS

export const refusalBody = z
  .object({
    detail: z.string(),
    code: z.string(),
    field: z.string().optional().meta({ description: 'Which field is at fault, where it is one.' }),
  })
  .meta({ id: 'Refusal', description: 'A refused call: a Spanish sentence for people, a code for programs.' })

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined
  readonly field: string | undefined

  constructor(
    code: RefusalCode,
    detail: string = REFUSALS[code].detail,
    more: { readonly retryAfterSeconds?: number; readonly field?: string } = {},
  ) {
    super(detail)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.field = more.field
  }
}

export const tooMany = (seconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

/** Whether a call was at fault. Anything but such a refusal may have been appended all the same. */
export const isRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'busy' && REFUSALS[error.code].status < 500
