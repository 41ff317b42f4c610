export const PRODUCT = {
  name: 'Tocayo',
  tagline: 'Tu tarjeta, a un toque.',
  supportEmail: 'hola@tocayo.example',
  salesEmail: 'ventas@tocayo.example',
  /** No mobile number starts with 91, so this one reaches nobody until a real one replaces it. */
  phone: '+56 9 1234 5678',
  instagram: 'https://www.instagram.com/tocayo.example/',
  linkedin: 'https://www.linkedin.com/company/tocayo-example/',
} as const

/** The product's own example: the same profile in every installation. */
export const DEMO_PROFILE_ID = '22d1b2e1-75f8-5726-8951-cca387bab1ce'
export const DEMO_SLUG = 'demo'

/** In localStorage. The public page's script reads its `token`, so that owners do not count on their own pages. */
export const SESSION_KEY = 'app.session'
