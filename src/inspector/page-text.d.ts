// The built page as texts, which `npm run build:page` writes. They are a module, so that a bundle of an application can
// include them.
export const script: string
export const style: string
