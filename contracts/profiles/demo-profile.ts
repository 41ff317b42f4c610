/** The product's own example: the same profile in every installation. */
export const DEMO_PROFILE_ID = '22d1b2e1-75f8-5726-8951-cca387bab1ce'
export const DEMO_SLUG = 'demo'
