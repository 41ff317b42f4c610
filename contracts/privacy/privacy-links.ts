const PATH = '/privacidad'

/** Follows the text under each form. */
export const PRIVACY_LINK = { path: PATH, text: 'Privacidad y tus derechos' } as const
/** On each card: what this browser has left there. */
export const MY_DATA_LINK = { section: 'mis-datos', text: 'Mis datos' } as const
/** Everything that is kept of a person, by a mailed link: on every page, and in every mail. */
export const YOUR_DATA_LINK = { path: '/mis-datos', text: 'Tus datos' } as const
/** The screen of what a browser has left on one card. */
export const myDataPath = (profileId: string): string => `${YOUR_DATA_LINK.path}?perfil=${profileId}`
