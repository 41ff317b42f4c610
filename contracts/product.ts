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
