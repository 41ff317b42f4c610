export const FORGOT_WORDS = {
  title: 'Recupera tu contraseña',
  lead: 'Te enviaremos un enlace para crear una nueva.',
} as const
