// The built page as texts, which `npm run build:page` writes: a bundle of the application can take them in.
export const script: string
export const style: string
