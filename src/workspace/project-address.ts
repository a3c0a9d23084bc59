/** Where the project is kept, and its documentation with it; `package.json` and `app.yml` name the same. */
export const PROJECT_ADDRESS = 'https://github.com/rustward/rustward';
