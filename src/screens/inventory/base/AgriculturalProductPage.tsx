import { AgriculturalForm } from './productForms.ts'

export default AgriculturalForm
