const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Completa este campo.'
  return EMAIL.test(email.trim()) ? undefined : 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'
}

export const passwordError = (password: string): string | undefined =>
  password === '' ? 'Completa este campo.' : undefined
