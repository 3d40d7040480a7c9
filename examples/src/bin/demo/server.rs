//! The server: one tool, three rounds of questions.

use mcp_runtime::prelude::*;

#[derive(Elicit)]
enum City {
    #[elicit(title = "Lisbon, by the sea")]
    Lisbon,
    #[elicit(title = "Kyoto, among temples")]
    Kyoto,
    #[elicit(title = "Reykjavik, under the aurora")]
    Reykjavik,
}

#[derive(Elicit)]
enum Extra {
    Breakfast,
    Bicycle,
    #[elicit(title = "Museum pass")]
    Museums,
}

#[derive(Elicit)]
struct Trip {
    /// Where to go
    #[elicit(title = "City")]
    city: City,
    /// How long to stay
    #[elicit(title = "Nights", minimum = 1, maximum = 14, default = 3)]
    nights: u32,
    #[elicit(title = "Travellers", minimum = 1, maximum = 6)]
    travellers: u32,
}

#[derive(Elicit)]
struct Guest {
    /// As it stands in the passport
    #[elicit(title = "Name", min_length = 2, max_length = 40)]
    name: String,
    #[elicit(title = "Extras", max_items = 2)]
    extras: Vec<Extra>,
    /// Anything the host should know
    #[elicit(title = "Note", max_length = 80)]
    note: Option<String>,
}

impl City {
    fn name_and_rate(&self) -> (&'static str, u32) {
        match self {
            Self::Lisbon => ("Lisbon", 90),
            Self::Kyoto => ("Kyoto", 120),
            Self::Reykjavik => ("Reykjavik", 150),
        }
    }
}

impl Extra {
    fn rate(&self) -> u32 {
        match self {
            Self::Breakfast => 12,
            Self::Bicycle => 10,
            Self::Museums => 8,
        }
    }
}

/// Plans a trip, and books it.
#[mcp_tool]
async fn plan_trip() -> String {
    #[elicit(message = "Where shall the trip go?")]
    let trip: Option<Trip>;
    let Some(Trip { city, nights, travellers }) = trip else {
        return "No trip, then.".into();
    };
    let (city, rate) = city.name_and_rate();

    #[elicit(message = "Who goes to {city}?")]
    let guest: Option<Guest>;
    let Some(Guest { name, extras, note }) = guest else {
        return format!("Nobody goes to {city}.");
    };
    let rate = rate + extras.iter().map(Extra::rate).sum::<u32>();
    let price = rate * nights * travellers;

    #[elicit(key = "book", message = "Book {nights} nights in {city} for {price} euros?")]
    let sure: Option<Confirmed>;
    if sure.is_none() {
        return format!("Nothing was booked. {city} will still be there.");
    }
    let note = note.map(|note| format!(" The host was told: {note}")).unwrap_or_default();
    format!(
        "Booked: {name}, {nights} nights in {city}, {travellers} travellers, {price} euros.{note}"
    )
}

pub(crate) async fn serve() -> mcp_runtime::Result<()> {
    let server = Server::new("trips", env!("CARGO_PKG_VERSION")).title("The travel desk");
    server.tool(plan_trip).serve_stdio().await
}
