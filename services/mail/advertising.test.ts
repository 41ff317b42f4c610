import { expect, test } from 'vitest'
import { fitForMail } from './advertising.ts'

test.each([
  'Ma.Teresa',
  'Dr.Soto',
  'Sra.Ma.Teresa Rivas',
  'J.P.Morgan',
  'Mª.José',
  'Ing.Núñez',
  'Constructora Andes S.A.C.',
  'Soc.Com.Rivas',
  'Clínica St.Martin',
  'Ltda.Ñuñoa',
  'A.B.C.D.',
  'Abogada: Familia',
  'Radio 97.3',
])('the name %s is sent as it is', (text) => expect(fitForMail(text)).toBe(text))

test.each([
  'malo.cl',
  'Gana en MALO.CL',
  'Ma.Teresa en bit.ly/x',
  'malo.com.cl',
  'Ana, de malo.cl. Gracias',
  'malo.online',
  'andes.abogado',
  'malo.рф',
  'malo.xn--p1ai',
  'malo.укр',
  'malo。cl',
  'malo．cl',
  'malo.ｃｌ',
  'malo.c\u200bl',
  'malo.cl_oferta',
  'malo.cl-oferta',
  'malo.cl🎉',
  'malo.cl/x',
  'www.malo',
  'https://malo',
  'premio@malo',
  'Llama al 9 1234 5678',
])('%s advertises, and is left out [MAIL-12]', (text) => expect(fitForMail(text)).toBe(''))
