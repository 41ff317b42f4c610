import { expect, test } from 'vitest'
import { fitForMail } from './advertising.ts'

test.each(['Ma.de los Ángeles', 'Juan P.de la Cruz', 'Sra.Ma.Teresa Rivas', 'Soc.Com.Rivas', 'Radio 97.3'])(
  'the name %s is sent as it is',
  (text) => expect(fitForMail(text)).toBe(text),
)

test.each([
  'malo.de los Andes',
  'x.com',
  'Gana en MALO.CL',
  'Ma.Teresa en bit.ly/x',
  'malo.xn--p1ai',
  'malo。cl',
  'malo．cl',
  'malo.ｃｌ',
  'malo.c\u200bl',
  'www.malo',
  'https://malo',
  'premio@malo',
  'Llama al 9 1234 5678',
])('%s advertises, and is left out [MAIL-12]', (text) => expect(fitForMail(text)).toBe(''))
