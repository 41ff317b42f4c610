const PATH = '/privacidad'

/** Follows the text under each form. */
export const PRIVACY_LINK = { path: PATH, text: 'Privacidad y tus derechos' } as const
/** The data of a person, by a mailed link: on every page and in every mail. On a card: what this browser left there. */
export const MY_DATA_LINK = { path: '/mis-datos', section: 'mis-datos', text: 'Mis datos' } as const
/** The screen of what a browser has left on one card. */
export const myDataPath = (profileId: string): string => `${MY_DATA_LINK.path}?perfil=${profileId}`
