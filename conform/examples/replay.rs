use std::path::PathBuf;
fn main() {
    let paths: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    println!("{}", duelfish_conform::run(&paths, &mut |_| {}));
}
