export const PRODUCT = {
  name: 'Tocayo',
  tagline: 'Tu tarjeta, a un toque.',
  supportEmail: 'hola@tocayo.example',
} as const
