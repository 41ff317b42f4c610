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
  'malo.\u00adexample',
  'malo\u034f.example',
  'malo․example',
  'malo\u0301.example',
  '９１２３４５',
  '9·1·2·3·4',
  '9/1/2/3/4',
  '9 – 1 – 2 – 3 – 4',
  '9\u200b1\u200b2\u200b3\u200b4',
  '٩١٢٣٤',
])('%s advertises, and is left out [MAIL-12]', (text) => expect(fitForMail(text)).toBe(''))
