/** The same in every installation: what the product itself shows as an example, whoever founded the installation. */
export const DEMO_PROFILE_ID = '22d1b2e1-75f8-5726-8951-cca387bab1ce'
