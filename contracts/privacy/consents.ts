import { PRODUCT } from '../product.ts'

const PATH = '/privacidad'

export const PRIVACY_LINK = { path: PATH, text: 'Privacidad y tus derechos' } as const
/** The data of a person, by a mailed link: on every page and in every mail. On a card: what this browser left there. */
export const MY_DATA_LINK = { path: '/mis-datos', section: 'mis-datos', text: 'Mis datos' } as const
export const myDataPath = (profileId: string): string => `${MY_DATA_LINK.path}?perfil=${profileId}`

/** Versions of the texts under forms; events record them. A changed text is a new version, and the old one stays below. */
export const IDENTIFY_CONSENT = 'identify-2026-11-30'
export const SUBSCRIBE_CONSENT = 'subscribe-2026-11-21'
export const REGISTER_CONSENT = 'register-2026-11-21'
export const QUOTATION_CONSENT = 'quotation-2026-11-21'

/** @param owner of the card on which something is left; they are responsible for it (law 21.719) */
type TextOf = (owner: string) => string

const texts = ({ name, supportEmail }: typeof PRODUCT) =>
  ({
    'identify-2026-11': (owner) =>
      `Al confirmar, aceptas que ${owner} reciba estos datos para saber quién eres. ${name} los guarda por su encargo. Para borrarlos, escribe a ${supportEmail}.`,
    'identify-2026-11-21': (owner) =>
      `Al confirmar, aceptas que ${owner}, responsable de estos datos, los reciba para saber quién eres. ${name} los guarda por su encargo.`,
    [IDENTIFY_CONSENT]: (owner) =>
      `Al enviarlos, aceptas que ${owner}, responsable de estos datos, los reciba para saber quién eres. ${name} los guarda por su encargo.`,
    [SUBSCRIBE_CONSENT]: (owner) =>
      `Al activarlo, aceptas recibir hasta dos correos que te recuerdan a ${owner}, responsable de este dato. ${name} lo guarda y los envía por su encargo; cada correo trae cómo cancelar.`,
    'register-2026-11': () =>
      `Al crear tu cuenta, aceptas que ${name} guarde estos datos para darte el servicio. Para borrarlos, escribe a ${supportEmail}.`,
    [REGISTER_CONSENT]: () =>
      `Al crear tu cuenta, aceptas que ${name}, responsable de estos datos, los guarde para darte el servicio.`,
    [QUOTATION_CONSENT]: () =>
      `Al enviarla, aceptas que ${name}, responsable de estos datos, los guarde y te contacte por esta solicitud.`,
  }) as const satisfies Readonly<Record<string, TextOf>>

export type KnownConsent = keyof ReturnType<typeof texts>

export const consentText = (version: KnownConsent, owner = ''): string => texts(PRODUCT)[version](owner)

/** Undefined for a version that no screen ever showed. */
export const findConsentText = (version: string, owner: string): string | undefined =>
  Object.hasOwn(texts(PRODUCT), version) ? consentText(version as KnownConsent, owner) : undefined
