/** The codes of expert inquiry: who reads, who asks, and who may answer and is therefore an expert. */
export const INQUIRY_READ = 'wfpf.farm.agriculture.inquiry' as const
export const INQUIRY_ASK = 'wfpf.farm.agriculture.inquiry.ps.create' as const
export const INQUIRY_ANSWER = 'wfpf.farm.agriculture.inquiry.ps.answer' as const
