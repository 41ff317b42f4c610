import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'

export const BLANK: PublicProfile = {
  id: '0199a1b2-0000-4000-8000-000000000001',
  slug: 'antonia',
  ...NO_DETAILS,
  ...DEFAULT_THEME,
  profile_image: null,
  company_logo: null,
  background_image: null,
  updated_at: '2026-11-20T12:00:00.000Z',
}

export const ANTONIA: PublicProfile = {
  ...BLANK,
  name: 'Antonia',
  lastname: 'Rivas Soto',
  email: 'antonia@andesnorte.cl',
  position: 'Directora Comercial',
  company: 'Andes Norte',
  bio: 'Ayudo a equipos de terreno a vender mejor.\nConversemos.',
  phone: '+56951234567',
  whatsapp: '+56 9 5123 4567',
  linkedin: 'antoniarivas',
  instagram: '@antonia.rivas',
  website: 'andesnorte.cl',
  custom_link: 'cal.com/antonia',
  custom_link_title: 'Agenda una reunión',
}
