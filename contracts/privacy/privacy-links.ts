const PATH = '/privacidad'
const RIGHTS = 'mis-datos'

/** Follows the text under each form. */
export const PRIVACY_LINK = { path: PATH, text: 'Privacidad y tus derechos' } as const
/** On each card; without scripts it leads to the section on how to use one's rights. */
export const MY_DATA_LINK = { path: `${PATH}#${RIGHTS}`, section: RIGHTS, text: 'Mis datos' } as const
