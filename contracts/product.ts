/** The one place of the product's name. Screens, mails, vCards and page titles read it from here. */
export const PRODUCT = {
  name: 'Tocayo',
  tagline: 'Tu tarjeta, a un toque.',
  supportEmail: 'hola@tocayo.example',
} as const
