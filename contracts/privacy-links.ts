const PATH = '/privacidad'
const RIGHTS = 'mis-datos'

/** Stands behind the text under each form. */
export const PRIVACY_LINK = { path: PATH, text: 'Privacidad y tus derechos' } as const
/** On each card; without scripts it leads to how rights are used. */
export const MY_DATA_LINK = { path: `${PATH}#${RIGHTS}`, section: RIGHTS, text: 'Mis datos' } as const
